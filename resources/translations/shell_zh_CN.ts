<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>metainfer::widgets::CommandPalette</name>
    <message>
        <source>No command fits</source>
        <translation>没有匹配的命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>匹配的命令</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::DockArea</name>
    <message>
        <source>Panel: %1</source>
        <extracomment>a command in a list of all commands</extracomment>
        <translation>面板：%1</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Move, float or close</source>
        <translation>移动、浮动或关闭</translation>
    </message>
    <message>
        <source>Menu of %1</source>
        <translation>%1的菜单</translation>
    </message>
    <message>
        <source>Reset the panels</source>
        <translation>恢复默认面板布局</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::Panel</name>
    <message>
        <source>Back into the &amp;window</source>
        <translation>放回窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Float</source>
        <translation>浮动(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Move to</source>
        <translation>移动到(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Left</source>
        <translation>左侧(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Right</source>
        <translation>右侧(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Top</source>
        <translation>上方(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Bottom</source>
        <translation>下方(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Tab with</source>
        <translation>合并为标签页(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::PanelTitle</name>
    <message>
        <source>Menu of %1</source>
        <translation>%1的菜单</translation>
    </message>
    <message>
        <source>Move, float or close</source>
        <translation>移动、浮动或关闭</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭%1</translation>
    </message>
    <message>
        <source>Close; View › Panels brings it back</source>
        <translation>关闭；可从“视图 › 面板”重新打开</translation>
    </message>
    <message>
        <source>Dock %1</source>
        <translation>停靠%1</translation>
    </message>
    <message>
        <source>Back into the window</source>
        <translation>放回窗口中</translation>
    </message>
    <message>
        <source>Float %1</source>
        <translation>浮动%1</translation>
    </message>
    <message>
        <source>Into a window of its own</source>
        <translation>放入独立窗口</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProgressArea</name>
    <message>
        <source>Running jobs</source>
        <translation>正在运行的任务</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <translation>取消：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>+%1</source>
        <comment>so many jobs more</comment>
        <translation>+%1</translation>
    </message>
    <message>
        <source>More running jobs</source>
        <translation>更多正在运行的任务</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::MainWindow</name>
    <message>
        <source>Earlier problems, in the log: %1</source>
        <translation>更早的问题（见日志）：%1</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Sessions still adapting: %1. Quit and pause? What was measured is kept, and they can be resumed.</source>
        <translation>仍在迁移的会话：%1。要退出并暂停吗？已测得的结果会保留，之后可以继续。</translation>
    </message>
    <message>
        <source>&amp;Close session</source>
        <translation>关闭会话(&amp;C)</translation>
    </message>
    <message>
        <source>Theme: %1</source>
        <translation>主题：%1</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <comment>place</comment>
        <translation>前往%1</translation>
    </message>
    <message>
        <source>%1 - MetaInfer</source>
        <comment>session</comment>
        <translation>%1 - MetaInfer</translation>
    </message>
    <message>
        <source>Close session</source>
        <translation>关闭会话</translation>
    </message>
    <message>
        <source>%1 is still adapting. Cancel it? It can be resumed later.</source>
        <translation>%1 仍在迁移。要取消吗？之后可以继续。</translation>
    </message>
    <message>
        <source>About MetaInfer</source>
        <translation>关于 MetaInfer</translation>
    </message>
    <message>
        <source>MetaInfer</source>
        <translation>MetaInfer</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;recent session</source>
        <translation>打开最近的会话(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Show the &amp;log</source>
        <translation>显示日志(&amp;L)</translation>
    </message>
    <message>
        <source>Open sessions</source>
        <translation>打开的会话</translation>
    </message>
    <message>
        <source>&amp;New migration</source>
        <translation>新建迁移(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Open session &amp;folder…</source>
        <translation>打开会话文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;About MetaInfer</source>
        <translation>关于 MetaInfer(&amp;A)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>New migration</source>
        <translation>新建迁移</translation>
    </message>
    <message>
        <source>%1 (adapting)</source>
        <translation>%1（迁移中）</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>Open session folder</source>
        <translation>打开会话文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>All that can be opened (*.onnx *.yaml *.yml session.json);;All files (*)</source>
        <translation>所有可打开的文件 (*.onnx *.yaml *.yml session.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>job, what it does</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排查看</translation>
    </message>
    <message>
        <source>Show all open sessions side by side</source>
        <translation>并排显示所有打开的会话</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>MetaInfer %1</source>
        <translation>MetaInfer %1</translation>
    </message>
    <message>
        <source>Adapts a trained ONNX model and a target device to each other.

The sources are under Apache-2.0. This program uses Qt Charts and is distributed under the GPL, version 3.</source>
        <translation>让训练好的 ONNX 模型与目标设备相互适配。

源代码采用 Apache-2.0 许可证。本程序使用了 Qt Charts，因此按 GPL 第 3 版分发。</translation>
    </message>
    <message>
        <source>! %1</source>
        <comment>warning</comment>
        <translation>! %1</translation>
    </message>
    <message>
        <source>! Devices whose connection is lost: %1</source>
        <translation>! 连接断开的设备：%1</translation>
    </message>
</context>
</TS>
