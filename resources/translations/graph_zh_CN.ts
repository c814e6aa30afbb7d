<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>DescribeDifference</name>
    <message>
        <source>%1
stands for %2</source>
        <translation>%1
对应 %2</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未改变</translation>
    </message>
    <message>
        <source>≠ changed</source>
        <translation>≠ 已更改</translation>
    </message>
    <message>
        <source>+ added</source>
        <translation>+ 新增</translation>
    </message>
    <message>
        <source>− removed</source>
        <translation>− 已移除</translation>
    </message>
    <message>
        <source>Removed from the original</source>
        <translation>从原始模型中移除</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>count, operator</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>What became of the original&apos;s operators</source>
        <translation>原始模型的算子变成了什么</translation>
    </message>
</context>
<context>
    <name>ElementProperties</name>
    <message>
        <source>order only</source>
        <translation>仅表示次序</translation>
    </message>
    <message>
        <source>read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>Work, from shapes</source>
        <translation>工作量（由形状推算）</translation>
    </message>
    <message>
        <source>Work, from shapes with %1</source>
        <translation>工作量（由形状推算，%1）</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Activations read</source>
        <translation>读取的激活</translation>
    </message>
    <message>
        <source>Weights read</source>
        <translation>读取的权重</translation>
    </message>
    <message>
        <source>Results written</source>
        <translation>写出的结果</translation>
    </message>
    <message>
        <source>Arithmetic intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Stands for</source>
        <translation>对应的源算子</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>族</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>子图</translation>
    </message>
    <message>
        <source>Documentation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>made by</source>
        <translation>产生者</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Equal blocks</source>
        <translation>相同的块</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operator types</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>the function&apos;s attribute %1</source>
        <translation>函数的属性 %1</translation>
    </message>
    <message>
        <source>sparse tensor</source>
        <translation>稀疏张量</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>生成工具</translation>
    </message>
    <message>
        <source>IR version</source>
        <translation>IR 版本</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>算子集</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>graphs: %1</source>
        <translation>子图：%1</translation>
    </message>
</context>
<context>
    <name>GraphOverlays</name>
    <message>
        <source>Operator family</source>
        <translation>算子族</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>搬运字节数</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Arithmetic intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Measured time</source>
        <translation>实测时间</translation>
    </message>
    <message>
        <source>Predicted time</source>
        <translation>预测时间</translation>
    </message>
    <message>
        <source>Support on the target</source>
        <translation>目标支持情况</translation>
    </message>
    <message>
        <source>native</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>较慢</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>other</source>
        <comment>kinds that share a colour</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>来自模型</translation>
    </message>
    <message>
        <source>from shapes</source>
        <translation>由形状推算</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::GraphView</name>
    <message>
        <source>in: %1</source>
        <translation>输入：%1</translation>
    </message>
    <message>
        <source>out: %1</source>
        <translation>输出：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>operators: %1</source>
        <translation>算子：%1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::HistogramView</name>
    <message>
        <source>%1 to %2, most elements: %3</source>
        <translation>%1 至 %2，元素最多处：%3</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 至 %2：%3</translation>
    </message>
    <message>
        <source>Logarithmic counts</source>
        <translation>对数计数</translation>
    </message>
    <message>
        <source>Copy as data</source>
        <translation>复制为数据</translation>
    </message>
    <message>
        <source>Copy as image</source>
        <translation>复制为图像</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::LifetimeChart</name>
    <message>
        <source>Peak %1 at %2</source>
        <translation>峰值 %1，位于 %2</translation>
    </message>
    <message>
        <source>%1. %2: %3 alive</source>
        <translation>%1. %2：存活 %3</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>No sizes are known: the shapes of this model cannot be inferred.</source>
        <translation>大小未知：无法推断此模型的形状。</translation>
    </message>
    <message>
        <source>Reading the lifetimes…</source>
        <translation>正在读取生命周期…</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Copy as data</source>
        <translation>复制为数据</translation>
    </message>
    <message>
        <source>Copy as image</source>
        <translation>复制为图像</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Activations alive, peak %1 at %2; packed into %3</source>
        <translation>存活的激活值，峰值 %1，位于 %2；紧凑排布需 %3</translation>
    </message>
    <message>
        <source>%1
%2, alive from step %3 to %4</source>
        <translation>%1
%2，存活于第 %3 至 %4 步</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::PropertyModel</name>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::PropertyView</name>
    <message>
        <source>Show in the graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::SearchBar</name>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 项，共 %2 项</translation>
    </message>
    <message>
        <source>Search operators, names, attributes, tensors</source>
        <translation>搜索算子、名称、属性、张量</translation>
    </message>
    <message>
        <source>Several words must all fit. type:Conv, name:layer1, attr:stride and tensor:logits search in one field.</source>
        <translation>多个词须全部匹配。type:Conv、name:layer1、attr:stride 和 tensor:logits 只在一个字段中搜索。</translation>
    </message>
    <message>
        <source>Search in the graph</source>
        <translation>在图中搜索</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一个匹配（Shift+F3）</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一个匹配（F3）</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭搜索</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 项</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::TensorPanel</name>
    <message>
        <source>Export .npy…</source>
        <translation>导出 .npy…</translation>
    </message>
    <message>
        <source>Distribution of the values</source>
        <translation>数值分布</translation>
    </message>
    <message>
        <source>Statistics of the tensor</source>
        <translation>张量统计</translation>
    </message>
    <message>
        <source>Reading the tensor…</source>
        <translation>正在读取张量…</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Largest magnitude</source>
        <translation>最大绝对值</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零值</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1（%2 %）</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>First elements</source>
        <translation>前若干元素</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Select an operator and choose one of its parameters under Properties: its values are shown here.</source>
        <translation>请选中一个算子，并在“属性”中选择它的一个参数：数值会显示在这里。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::GraphPresenter</name>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ModelInspector</name>
    <message>
        <source>Export tensor</source>
        <translation>导出张量</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy)</source>
        <translation>NumPy 数组 (*.npy)</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Open a session that has adapted its model, or show a candidate&apos;s graph: what differs from the original is listed here.</source>
        <translation>打开一个已完成模型适配的会话，或显示某个候选的计算图：与原始模型的差异会列在这里。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ModelPlace</name>
    <message>
        <source>Export the graph</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Look at the graph of a model and at what an adaptation changes in it</source>
        <translation>查看模型的图以及适配对它的改动</translation>
    </message>
    <message>
        <source>Open model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>This model cannot be shown</source>
        <translation>无法显示此模型</translation>
    </message>
    <message>
        <source>Open another model…</source>
        <translation>打开其他模型…</translation>
    </message>
    <message>
        <source>Opening the model</source>
        <translation>正在打开模型</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>尚未打开模型</translation>
    </message>
    <message>
        <source>Open an ONNX file or a session, or drop one on the window.</source>
        <translation>请打开 ONNX 文件或会话，或将其拖到窗口上。</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>Adapted</source>
        <translation>适配后</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>convolution, matrix product</source>
        <translation>卷积、矩阵乘</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>pooling, reduction, resize</source>
        <translation>池化、归约、缩放</translation>
    </message>
    <message>
        <source>elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>shape and data movement</source>
        <translation>形状与数据搬移</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>recurrent</source>
        <translation>循环网络</translation>
    </message>
    <message>
        <source>control flow</source>
        <translation>控制流</translation>
    </message>
    <message>
        <source>Kind of operator</source>
        <translation>算子类别</translation>
    </message>
    <message>
        <source>Operator family</source>
        <translation>算子族</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>搬运字节数</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Arithmetic intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Measured time</source>
        <translation>实测时间</translation>
    </message>
    <message>
        <source>Predicted time</source>
        <translation>预测时间</translation>
    </message>
    <message>
        <source>Support on the target</source>
        <translation>目标支持情况</translation>
    </message>
    <message>
        <source>Close the group</source>
        <translation>收起分组</translation>
    </message>
    <message>
        <source>Open the group</source>
        <translation>展开分组</translation>
    </message>
    <message>
        <source>Open everything in it</source>
        <translation>展开其中全部</translation>
    </message>
    <message>
        <source>Close everything in it</source>
        <translation>收起其中全部</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Find all %1</source>
        <translation>查找所有 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>Fit the graph</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Show the whole graph (0)</source>
        <translation>显示整个图（0）</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>缩小（−）</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>展开所有分组</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>收起所有分组</translation>
    </message>
    <message>
        <source>Open some groups for an overview</source>
        <translation>展开部分分组以便概览</translation>
    </message>
    <message>
        <source>Memory of the activations</source>
        <translation>激活内存</translation>
    </message>
    <message>
        <source>Export the graph as a picture or page…</source>
        <translation>将图导出为图片或网页…</translation>
    </message>
    <message>
        <source>Copy what is visible as an image</source>
        <translation>将可见部分复制为图像</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Overview map</source>
        <translation>概览图</translation>
    </message>
    <message>
        <source>Graph of the model</source>
        <translation>模型的图</translation>
    </message>
    <message>
        <source>Graph of the adapted model</source>
        <translation>适配后模型的图</translation>
    </message>
    <message>
        <source>Tools of the graph</source>
        <translation>图工具</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Which graph is shown</source>
        <translation>显示哪个图</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Hardware profile that predicts and judges</source>
        <translation>用于预测和判断的硬件档案</translation>
    </message>
    <message>
        <source>SVG picture (*.svg);;PNG picture (*.png);;Interactive page (*.html)</source>
        <translation>SVG 图片 (*.svg);;PNG 图片 (*.png);;交互网页 (*.html)</translation>
    </message>
    <message>
        <source>Adapted: %1</source>
        <comment>candidate</comment>
        <translation>适配后：%1</translation>
    </message>
    <message>
        <source>show the session&apos;s choice</source>
        <translation>显示会话选定的模型</translation>
    </message>
    <message>
        <source>No colours of this kind</source>
        <translation>没有这种着色的数据</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>%1 (no data yet)</source>
        <translation>%1（暂无数据）</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ModelPresenter</name>
    <message>
        <source>%1 in session %2</source>
        <translation>%1（会话 %2）</translation>
    </message>
    <message>
        <source>The content of this parameter is not a plain tensor.</source>
        <translation>此参数的内容不是普通张量。</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Needs a hardware profile: probe this machine, or open a profile.</source>
        <translation>需要硬件档案：请探测本机，或打开一个档案。</translation>
    </message>
    <message>
        <source>Go to the hardware</source>
        <translation>前往硬件</translation>
    </message>
    <message>
        <source>Times of operators are measured by a session: adapt this model, or open a session of it.</source>
        <translation>算子时间由会话测得：请适配此模型，或打开它的会话。</translation>
    </message>
    <message>
        <source>The sensitivity is examined in a session: adapt this model, or open a session of it.</source>
        <translation>敏感度在会话中检查：请适配此模型，或打开它的会话。</translation>
    </message>
    <message>
        <source>Go to the session</source>
        <translation>前往会话</translation>
    </message>
    <message>
        <source>The layers of this session are not examined yet. &quot;Examine in detail&quot; lowers one layer at a time and measures what it does to the outputs.</source>
        <translation>此会话的各层尚未检查。“详细检查”会逐层降低精度，并测量对输出的影响。</translation>
    </message>
    <message>
        <source>Go to the accuracy</source>
        <translation>前往精度</translation>
    </message>
    <message>
        <source>The operators of this candidate are not profiled: measure it again under Candidates.</source>
        <translation>此候选的算子没有剖析数据：请在“候选”中重新测量。</translation>
    </message>
    <message>
        <source>Go to the candidates</source>
        <translation>前往候选</translation>
    </message>
    <message>
        <source>This session has no profile of these operators: it is written when the session ends.</source>
        <translation>此会话没有这些算子的剖析数据：会话结束时才会写入。</translation>
    </message>
    <message>
        <source>No operator of this model is named &quot;%1&quot;.</source>
        <translation>此模型中没有名为“%1”的算子。</translation>
    </message>
    <message>
        <source>It may have been folded away by a rewrite.</source>
        <translation>它可能已被某个改写折叠掉。</translation>
    </message>
</context>
</TS>
